import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import { pushAddress } from '../console-router.ts'
import { patience } from '../patience.ts'
import { type Drawing, enumerations } from './enumerations.ts'
import type { Made } from './make-records.ts'
import { routes } from './routes.ts'

type Language = 'en' | 'zh'

/** The address with the ids of made records. */
const addressOf = (at: string, made: Made): string => at.replace(/\$(\w+)/g, (_, name: string) => made[name] ?? name)

const isOutside = (at: string): boolean => at.startsWith('/sandbox/')

async function open(page: Page, address: string): Promise<void> {
  if (isOutside(address) || isOutside(new URL(page.url()).pathname)) await page.goto(address)
  else await pushAddress(page, address)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** The labels in the options of a choice. */
async function optionsOf(page: Page, name: string): Promise<readonly string[]> {
  const button = page.getByRole('button', { name: new RegExp(`^${name} `) })
  await button.click(patience)
  await page.getByRole('option').first().waitFor()
  const options = await page.getByRole('option').allInnerTexts()
  await page.keyboard.press('Escape')
  await page.getByRole('option').first().waitFor({ state: 'detached' })
  return options.map((option) => option.split('\n')[0] ?? '')
}

/** The labels of a page's buttons and of a row's menu. */
async function actsOf(page: Page, name: string): Promise<readonly string[]> {
  await page.getByRole('button', { name, exact: true }).click(patience)
  await page.getByRole('menuitem').first().waitFor()
  const acts = await page.getByRole('menuitem').allInnerTexts()
  await page.keyboard.press('Escape')
  await page.getByRole('menuitem').first().waitFor({ state: 'detached' })
  return [...acts, ...(await page.getByRole('main').locator('a, button').allInnerTexts())]
}

/** The values of the enumeration that a drawing hands to the page: numbers where it has them, else names. */
function valuesOf(drawing: Drawing): readonly (string | number)[] {
  const drawn = enumerations.flatMap(({ drawn: places }) => places)
  const values = drawn.find((place) => place.drawing === drawing)?.values ?? []
  return values.map(([name, number]) => number ?? name)
}

/** Puts the values into a call's reply: one into a record, and each into a copy of a list's first row. */
async function handRows(page: Page, { call, field }: Handed, values: readonly unknown[]): Promise<void> {
  const isCall = ({ pathname }: URL) => call.test(pathname)
  await page.route(isCall, async (route: Route) => {
    if (route.request().resourceType() !== 'fetch') return route.continue()
    const response = await route.fetch()
    const reply = (await response.json()) as Identified | readonly Identified[]
    if (!isList(reply)) return route.fulfill({ response, json: { ...reply, [field]: values[0] } })
    const [row] = reply
    const json = values.map((value, nr) => ({ ...row, id: `${row?.id.slice(0, -2)}${10 + nr}`, [field]: value }))
    return route.fulfill({ response, json })
  })
}

type Handed = Drawing & { readonly by: 'handed row' }
interface Identified {
  readonly id: string
}
const isList = (reply: Identified | readonly Identified[]): reply is readonly Identified[] => Array.isArray(reply)

/** A label as whole words of a text: `active` is not in `inactive`. */
export const inWords = (label: string): RegExp => {
  const literal = label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ /g, '\\s')
  return new RegExp(`(?:^|[^\\w])${literal}(?:$|[^\\w])`)
}

/** Waits until the page shows each of the labels. */
async function waitForTexts(page: Page, labels: readonly string[]): Promise<void> {
  const missing = async (): Promise<readonly string[]> => {
    const text = await page.locator('body').innerText()
    return labels.filter((label) => !inWords(label).test(text))
  }
  await expect.poll(missing, patience).toEqual([])
}

async function draw(page: Page, drawing: Drawing, labels: readonly string[], language: Language): Promise<void> {
  if (drawing.by === 'choice') {
    expect(await optionsOf(page, drawing.name[language])).toEqual(expect.arrayContaining([...labels]))
    return
  }
  if (drawing.by === 'menu') {
    expect(await actsOf(page, drawing.name[language])).toEqual(expect.arrayContaining([...labels]))
    return
  }
  if (drawing.by === 'page' && drawing.unfold) {
    await page.locator('summary').first().waitFor(patience)
    await page.locator('details').evaluateAll((all) => all.forEach((each) => each.setAttribute('open', '')))
  }
  await waitForTexts(page, labels)
}

/** Opens every address of the tables once, and finds there the rows of routes and the labels of values. */
export async function drawEverything(page: Page, made: Made, language: Language): Promise<void> {
  const places = enumerations.flatMap(({ drawn }) => drawn)
  for (const at of new Set([...routes.map((route) => route.at), ...places.map(({ drawing }) => drawing.at)])) {
    const here = places.filter(({ drawing }) => drawing.at === at)
    for (const { drawing } of here) if (drawing.by === 'handed row') await handRows(page, drawing, valuesOf(drawing))
    await open(page, addressOf(at, made))
    for (const { shows } of routes.filter((route) => route.at === at)) await shows(page).waitFor(patience)
    for (const { drawing, values } of here) {
      const labels = values.map(([, , en, zh]) => (language === 'en' ? en : zh))
      await draw(page, drawing, labels, language)
    }
    await page.unrouteAll()
  }
}
