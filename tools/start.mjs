// `npm start`: installs and builds what is missing, then is the server.
import module from 'node:module'
import { built, failWith, installed } from './ready.mjs'

try {
  installed()
  built()
} catch (error) {
  failWith(error)
}
// Newer Node keeps what it compiled, which makes the next start quicker.
module.enableCompileCache?.()
await import('../.build/server/main.js')
