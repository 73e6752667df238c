// `npm start`: installs and builds what is missing, then is the server.
import { built, failWith, installed } from './ready.mjs'

try {
  installed()
  built()
} catch (error) {
  failWith(error)
}
await import('../.build/server/main.js')
