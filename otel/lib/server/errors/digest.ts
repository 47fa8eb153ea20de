import { listErrorCodes, minifiedErrorPagePattern, plainUrlPattern } from '../../stacks/error-codes.ts'
import { replaceRandomIds } from '../../stacks/random-ids.ts'

/**
 * Digest of a server error: 10 characters, the same for the same error across requests, restarts, hosts and builds.
 *
 * Computed from type, message without what varies, route id, and names of the in-app functions on the stack. No line, column or file, which
 * change with every build. Checked by digest.test.ts.
 */
export function digestOf(error: {
  readonly type: string
  readonly message: string
  readonly stacktrace: string | undefined
  /** '' if no route module is at fault. */
  readonly routeId: string
}): string {
  const functions = functionNames(error.stacktrace ?? '')
  return toBase32(hash50([error.type, normaliseMessage(error.message), error.routeId, ...functions].join('\u0000')))
}

const maxFunctions = 5
const maxMessageChars = 500

/** The message with everything that may differ between occurrences of one error replaced by `#`, and then its codes. */
export function normaliseMessage(message: string): string {
  const text = message.slice(0, 4 * maxMessageChars).replace(urls, '$1')
  const normalised = replaceRandomIds(text, '#')
    .replace(/[\w.+-]+@[\w-]+\.[\w.-]+/g, '#') // addresses
    .replace(/(?<!\w)(["'`])(?:(?!\1)[^\n\\]|\\.)*\1(?!\w)/g, '#') // quoted; not the apostrophe of "can't"
    .replace(/“[^”\n]*”|‘[^’\n]*’|«[^»\n]*»/g, '#')
    .replace(
      /\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\s+(?=[a-z]*\.?\s*\d)|\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\s+(?=(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))/gi,
      '',
    )
    .replace(
      /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?=\s+\d)|(?<=\d\s+)(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?=\s+\d|\b)/gi,
      '#',
    )
    .replace(/\b[a-f]{8,}\b/gi, '#') // hex without a digit
    .replace(/[\w-]*\d[\w-]*/g, '#') // numbers, uuids, hex, ids
    .replace(/\b(?:GMT|UTC|[AP]M)\b(?=\s*#|$|[)\s])/g, '#')
    .replace(/[-+]#/g, '#')
    .replace(/#(?:[\s.:,/+()-]*#)+/g, '#') // dates, times, IP addresses, decimals, lists of numbers
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxMessageChars)
  return [normalised, ...[...new Set(listErrorCodes(text))].slice(0, maxCodes)].join(' ')
}

const maxCodes = 3
const urls = new RegExp(`${minifiedErrorPagePattern}|${plainUrlPattern}`, 'g')

/** Names of the in-app functions on a V8 stack, innermost first, at most 5, without suffixes of bundlers. */
export function functionNames(stacktrace: string): string[] {
  const names: string[] = []
  for (const line of stacktrace.split('\n')) {
    const frame = /^\s*at (?:async )?(?:new )?(.+?) \((.*)\)$/.exec(line)
    const [, called, place] = frame ?? []
    if (called === undefined || place === undefined || isForeign(place)) continue
    const name = plainName(called)
    if (name !== '') names.push(name)
    if (names.length === maxFunctions) break
  }
  return names
}

/** Frames of Node, of dependencies and of this package do not identify an error. */
function isForeign(place: string): boolean {
  return /^(?:node:|native$|<anonymous>$)|[\\/]node_modules[\\/]|[\\/]otel[\\/](?:dist[\\/])?lib[\\/](?:server|react-router)[\\/]/.test(
    place,
  )
}

/** `Object.loader$2 [as run]` → `loader`: receiver and alias depend on the bundler, `$2` on other modules in the bundle. */
function plainName(called: string): string {
  const bare = called.replace(/ \[as [^\]]*\]$/, '')
  const last = bare.slice(bare.lastIndexOf('.') + 1).replace(/\$\d+$/, '')
  return last === '<anonymous>' || last === 'eval' || last === 'anonymous' ? '' : last
}

/** Crockford's alphabet, in lower case: without i, l, o, u, so that nothing is mistaken when read aloud or typed. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

function toBase32(value: bigint): string {
  let text = ''
  for (let rest = value, i = 0; i < 10; i++, rest >>= 5n) text = alphabet.charAt(Number(rest & 31n)) + text
  return text
}

/** FNV-1a over UTF-8, 64 bits folded to 50. At 10,000 kinds of error the chance of any two sharing one is 1 in 20 million. */
function hash50(text: string): bigint {
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  }
  return (hash >> 14n) ^ (hash & 0x3fffn)
}
