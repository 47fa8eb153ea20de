/** Decides by trace id like the SDK's `TraceIdRatioBasedSampler` on the server, in a third of its size. */
export function isSampled(traceId: string, ratio: number): boolean {
  const number = (traceId.match(/.{8}/g) ?? []).reduce((folded, word) => folded ^ Number.parseInt(word, 16), 0) >>> 0
  return ratio >= 1 || number < Math.floor(ratio * 0xffffffff)
}
