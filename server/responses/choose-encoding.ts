/** Encodings of responses, the best first. */
export const SUPPORTED_ENCODINGS = ['br', 'gzip'] as const
export type Encoding = (typeof SUPPORTED_ENCODINGS)[number]

/**
 * Chooses the encoding that a client prefers; of two equally preferred ones, the one that compresses better.
 *
 * @param accepted The `Accept-Encoding` header; '' for none.
 * @returns undefined for no encoding.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3
 */
export function chooseEncoding(
  accepted: string,
  offered: readonly Encoding[] = SUPPORTED_ENCODINGS,
): Encoding | undefined {
  const weights = new Map(accepted.toLowerCase().split(',').map(readWeight))
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0
  return offered.filter(encoding => weightOf(encoding) > 0).toSorted((a, b) => weightOf(b) - weightOf(a))[0]
}

function readWeight(part: string): [coding: string, weight: number] {
  const [coding = '', ...params] = part.split(';').map(text => text.trim())
  const weight = params.find(param => param.startsWith('q='))?.slice(2) ?? '1'
  return [coding, /^(?:0(?:\.\d*)?|1(?:\.0*)?)$/.test(weight) ? Number(weight) : 0]
}
