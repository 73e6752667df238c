// `npm start`: installs and builds what is missing, then runs the server in this process.
import module from 'node:module'
import { built, failWith, installed } from './ready.mjs'

try {
  installed()
  built()
} catch (error) {
  failWith(error)
}
// Newer versions of Node cache compiled code, which makes the next start faster.
module.enableCompileCache?.()
await import('../.build/server/main.js')
