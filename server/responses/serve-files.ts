import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, sep } from 'node:path'
import { detectContentType } from '@remix-run/mime'
import { chooseEncoding, type Encoding, SUPPORTED_ENCODINGS } from './choose-encoding.ts'

const suffixes = { br: '.br', gzip: '.gz' } as const

interface BuiltFile {
  readonly headers: ReadonlyMap<string, string>
  readonly plain: Buffer
  readonly packed: ReadonlyMap<Encoding, Buffer>
}

/**
 * Serves the files of a build, compressed by `precompressFiles` if the browser accepts that. They are read once and kept, so that a rebuild
 * while the app runs does not remove files that its pages need.
 *
 * @returns A handler that is true if it answered the request.
 */
export function serveFiles(folder: string): (req: IncomingMessage, res: ServerResponse) => boolean {
  const files = readFiles(folder)
  return (req, res) => {
    const [path = ''] = (req.url ?? '').split('?', 1)
    const file = req.method === 'GET' || req.method === 'HEAD' ? files.get(path) : undefined
    if (file === undefined) return false
    res.setHeaders(new Map(file.headers))
    if (req.headers['if-none-match'] === file.headers.get('etag')) {
      res.writeHead(304).end()
      return true
    }
    const encoding = chooseEncoding(String(req.headers['accept-encoding'] ?? ''), [...file.packed.keys()])
    const body = (encoding && file.packed.get(encoding)) ?? file.plain
    if (encoding !== undefined) res.setHeader('content-encoding', encoding)
    // Range requests get the whole file, which the standard allows.
    res.writeHead(200, { 'content-length': body.length }).end(body)
    return true
  }
}

function readFiles(folder: string): Map<string, BuiltFile> {
  const files = new Map<string, BuiltFile>()
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const contents = new Map(
    found.map(entry => join(entry.parentPath, entry.name)).map(path => [path.slice(folder.length), readFileSync(path)]),
  )
  for (const [name, plain] of contents) {
    if (/\.(?:br|gz)$/.test(name)) continue
    const packed = new Map<Encoding, Buffer>()
    for (const encoding of SUPPORTED_ENCODINGS) {
      const form = contents.get(name + suffixes[encoding])
      if (form !== undefined && form.length < plain.length) packed.set(encoding, form)
    }
    const url = name.replaceAll(sep, '/')
    files.set(url, { plain, packed, headers: headersOf(url, plain) })
  }
  return files
}

function headersOf(url: string, plain: Buffer): Map<string, string> {
  return new Map([
    ['content-type', detectContentType(url) ?? 'application/octet-stream'],
    // Vite names all files under /assets by a hash of their content.
    ['cache-control', url.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'],
    ['etag', `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 16)}"`],
    ['vary', 'accept-encoding'],
  ])
}
