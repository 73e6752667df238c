// `npm run hongyan -- <noun> <verb> --options`; `serve` is what `npm start` does.
import { built, failWith, installed } from './ready.mjs'

const serve = process.argv[2] === 'serve'
try {
  installed()
  built(serve ? undefined : ['server'])
} catch (error) {
  failWith(error)
}
await import(serve ? '../.build/server/main.js' : '../.build/server/cli.js')
