/** Words that a code follows, in front of `kinds`. */
const names = [
  'status(?: of)?|errno|sqlcode|sqlstate|hresult|ntstatus|signal|http(?:/\\d(?:[.]\\d)?)?',
  'exit(?:ed|s)?(?: unexpectedly)?(?: with)?',
  'error[ _-]?(?:code|status|number|no|nr)',
].join('|')
const kinds = '(?:[ _-]?(?:code|status|number|no|nr|response|returned|non-zero|was|is)[.]?)*'
/** A coupon has a code too, so a bare `code` counts only where it begins a part of the message. */
const codes = '(?:^|[^\\w\\s]\\s?|(?:close|result|return|reason|response|rpc|with)[ _-]?)code'
const beforeCode = [
  `(?:(?:${names})${kinds}|${codes})\\s?[:=#(\\[\\s]`,
  // A colon introduces a text, which may start with a count.
  'error\\s?[=#(\\[\\s]',
  'code\\s?=',
  '^\\(#',
  '\\b(?:(?:ora|tns|pls|rman|dpi|dpy|njs|sp2)-|ng[08]|pgrst)',
].join('|')
/** Decimal, hexadecimal, of a Windows process (32 bits), or a SQLSTATE. */
const code = '(?:-?\\d{1,5}|-\\d{10}|32212\\d{5}|0x[0-9a-f]+|\\d[0-9a-z]{2}\\d\\d|(?:hy|hv|xx|p\\d|f0)\\d{3})'
/** The end of a number that is no part of a decimal, a date, an address or a percentage. */
const end = '(?:$|[^\\w.,:%/-]|[.,:/-](?:$|\\D))'

/**
 * Finds codes in a message, with the words before them: of React, HTTP, exits, operating systems, gRPC, databases. They tell errors apart,
 * where ids and counts do not. A match may end with `endOfCodePattern`.
 *
 * Only syntax that JavaScript and RE2 share, in any case: store/schema/grouping-rule.sql is generated from it too (`npm run grouping`).
 * test/store/error-codes.test.ts checks that digests and the grouping rule keep the same codes.
 */
export const errorCodePattern = [
  `(?:${beforeCode})[=#(\\[\\s"'\`]*${code}["'\`]?${end}`,
  'error:\\s*-?\\d{1,5}(?:\\s?[:;,)(\\]\\[]|[.]?$)',
  `(?:code|status|errno|error)\\w*["']\\s?:\\s?["']?${code}["',}]`,
  '(?:returned|responded with|answered with|replied with|response:?|failed:?)(?: an?)?(?: http)?[ (:]{1,3}(?:[1-5]\\d\\d|0x[0-9a-f]{8})(?:[.]?$|[^\\w\\s.%/-])',
  // Pages of errors.
  '(?:/errors?[\\w.-]*/?|/err|git[.]io/\\w+)#(?:[a-z]+-|\\S*%22message%22%3A)?\\d{1,4}',
].join('|')

export const endOfCodePattern = '[^0-9A-Za-z]+\\D?$'

/** The part of a URL that tells errors apart, as a group: without its query, and without a fragment that is no code. */
export const plainUrlPattern =
  '(https?://[^\\s?#"\'`)]+(?:#[a-z-]{0,9}\\d{1,4}|#%7B\\S*%22message%22%3A\\d{1,4})?)[^\\s"\'`)]*'

/** The address of the text of a minified error, which differs between versions of a library. */
export const minifiedErrorPagePattern = '[;,.] visit https?://\\S+ for the full message[\\s\\S]*'

/** Lists the codes in a message, with the words before them. */
export const listErrorCodes = (message: string): string[] =>
  (message.match(errorCodes) ?? []).map(found => found.replace(endOfCode, ''))

const errorCodes = new RegExp(errorCodePattern, 'gi')
const endOfCode = new RegExp(endOfCodePattern)
