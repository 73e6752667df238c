import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { refuse } from './answer-errors.ts'
import { callerLocale } from './caller-locale.ts'
import { rememberVisitor } from './visitor-cookie.ts'

/** Pages with an entry of their own; every other page address is the console's. */
const pages: Readonly<Record<string, string>> = {
  '/login': 'login.html',
  '/signup': 'login.html',
  '/password-reset': 'login.html',
  '/docs': 'docs.html',
  '/docs/errors': 'errors.html',
}
const CONSOLE = 'index.html'
const DOCS = '/docs'
/** The dictionary of errors has an address for each code. Its texts are those of this version, so no site replaces it. */
const ERRORS = '/docs/errors'
/** Addresses that programs request never return a page. */
const programs = /^\/(?:api|assets|files|public-files|sandbox\/api)(?:\/|$)/

/** Serves the built console from `folder`: its files, and its page for every address that the console draws itself. */
export async function serveConsole(
  server: FastifyInstance,
  folder: string,
  { sites, https }: Pick<Config, 'sites' | 'https'>,
): Promise<void> {
  if (!existsSync(folder)) return
  const files = filesUnder(folder)
  await server.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, cacheControl: false })
  server.get('/*', { config: { withoutDatabase: true } }, (request, reply) => {
    const address = pathOf(request)
    const file = address.slice(1)
    if (files.has(file)) return send(reply, file)
    const page = pages[address.startsWith(`${ERRORS}/`) ? ERRORS : address] ?? CONSOLE
    if (!isNavigation(request, address) || !files.has(page)) return refuse(request, reply, 'not_found')
    const site = sites[callerLocale(request.cookies['hy_locale'], request.headers['accept-language'])]
    if (address === DOCS && site !== null) return redirect(reply, site + DOCS)
    rememberVisitor(request, reply, https)
    return send(reply, page)
  })
}

/** Redirects to the documentation site of the reader's language (ruling 14). */
const redirect = (reply: FastifyReply, address: string): FastifyReply =>
  reply.header('cache-control', 'no-store').redirect(address)

/**
 * Sends a file. Browsers cache built assets, whose names change with their content, and revalidate pages, which contain
 * these names.
 */
function send(reply: FastifyReply, file: string): FastifyReply {
  if (!file.startsWith('assets/')) return reply.header('cache-control', 'private, no-cache').sendFile(file)
  const unvalidated = { etag: false, lastModified: false, acceptRanges: false }
  return reply.header('cache-control', 'public, max-age=31536000, immutable').sendFile(file, unvalidated)
}

/**
 * Lists the files once, at the start: a new build needs a restart. An address that is not listed never reaches the
 * disk.
 */
function filesUnder(folder: string): ReadonlySet<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const names = entries.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
  return new Set(names.map((name) => name.split(path.sep).join('/')).filter((name) => !/\.(?:br|gz)$/.test(name)))
}

/** The path as it was written. `URL` would take the two slashes of `//[` for the start of a host, and throw. */
function pathOf({ url }: FastifyRequest): string {
  const [written = ''] = url.split('?', 1)
  return written
}

function isNavigation(request: FastifyRequest, address: string): boolean {
  return !programs.test(address) && (request.headers.accept ?? '').includes('text/html')
}
