import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import tls from 'node:tls'

/** How Errata's own processes send to a Collector that asks senders who they are. */
export interface OtlpAccess {
  /** Absolute path of the file with the tokens; '' if none are asked for. */
  readonly tokensFile: string
  readonly tls: { readonly certFile: string } | undefined
}

/** Headers of a request to the OTLP receiver, read anew for each: tokens change while processes run. */
export type OtlpHeaders = () => Promise<Record<string, string>>

/** A file of tokens, line by line. */
export interface TokenLines {
  readonly tokens: readonly string[]
  /** Numbers, from 1, of the lines whose first word is no token. */
  readonly faulty: readonly number[]
}

const MIN_TOKEN_CHARS = 16
/** What a header may have as a Bearer token (RFC 6750), and what nobody guesses. */
const token = new RegExp(`^[\\w.~+/-]{${MIN_TOKEN_CHARS},}=*$`)

/** What a token is, as the end of a sentence. */
export const TOKEN_RULE = `at least ${MIN_TOKEN_CHARS} letters, digits and - . _ ~ + /`

/** Reads one token a line; the rest of a line is a comment, and so is a line that begins with #. */
export function parseTokens(text: string): TokenLines {
  const words = text.split('\n').map(line => /^\s*(\S+)/.exec(line)?.[1] ?? '#')
  const given = words.map((word, i) => ({ word, line: i + 1 })).filter(({ word }) => !word.startsWith('#'))
  return {
    tokens: given.filter(({ word }) => token.test(word)).map(({ word }) => word),
    faulty: given.filter(({ word }) => !token.test(word)).map(({ line }) => line),
  }
}

/**
 * The headers for Errata's own telemetry: the first token of the file, or none if no tokens are asked for.
 *
 * @throws {Error} When called, if the file cannot be read or has no token. The message has no token.
 */
export function otlpHeaders({ tokensFile }: Pick<OtlpAccess, 'tokensFile'>): OtlpHeaders {
  return async () => {
    if (tokensFile === '') return {}
    const [first] = parseTokens(await readFile(tokensFile, 'utf8')).tokens
    if (first === undefined) throw new Error(`${tokensFile} has no token`)
    return { authorization: `Bearer ${first}` }
  }
}

/**
 * Makes this process trust the receiver's certificate, besides those of public authorities: it may be a self-signed one.
 *
 * @throws {Error} If the file cannot be read.
 */
export function trustReceiver(access: Pick<OtlpAccess, 'tls'>): void {
  if (access.tls === undefined) return
  const certificates = readFileSync(access.tls.certFile, 'utf8').match(
    /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g,
  )
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), ...(certificates ?? [])])
}
