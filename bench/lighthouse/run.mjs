// Runs Lighthouse as on a phone (its own network and processor, simulated) and prints one line of JSON for each run. Reads
// {address, visits: [{path, cookies}], runs} from standard input; every run begins with an empty cache.
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import puppeteer from 'puppeteer-core'

const read = async () => {
  let text = ''
  for await (const piece of process.stdin) text += piece
  return JSON.parse(text)
}

const { address, visits, runs } = await read()
const chrome = await launch({
  chromePath: '/usr/bin/chromium',
  chromeFlags: [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
})
try {
  const browser = await puppeteer.connect({ browserURL: `http://127.0.0.1:${chrome.port}` })
  const measure = async ({ path, cookies }) => {
    await browser.deleteCookie(...(await browser.cookies()))
    if (cookies.length > 0) await browser.setCookie(...cookies)
    const page = await browser.newPage()
    const session = await page.createCDPSession()
    await session.send('Network.clearBrowserCache')
    const options = { logLevel: 'error', onlyCategories: ['performance'], disableStorageReset: true }
    const { lhr } = await lighthouse(`${address}${path}`, options, undefined, page)
    await page.close()
    return lhr
  }
  for (let run = 0; run < runs; run += 1) {
    for (const visit of visits) {
      const { path } = visit
      const first = await measure(visit)
      // Lighthouse itself fails now and then, and then has measured nothing.
      const lhr = first.runtimeError === undefined ? first : await measure(visit)
      const { audits, categories } = lhr
      const requests = audits['network-requests'].details.items.length
      console.log(
        JSON.stringify({
          path,
          shown: new URL(lhr.finalDisplayedUrl).pathname,
          score: Math.round(categories.performance.score * 100),
          blockingMillis: Math.round(audits['total-blocking-time'].numericValue),
          largestPaintMillis: Math.round(audits['largest-contentful-paint'].numericValue),
          layoutShift: audits['cumulative-layout-shift'].numericValue,
          requests,
        }),
      )
    }
  }
  await browser.disconnect()
} finally {
  chrome.kill()
}
