/** Where a band begins, in three digits, as its label and a search for it have it; shorter durations are in the first band. */
export function durationBandStartNs(band: number): bigint {
  return band <= 0 ? 0n : BigInt(Math.ceil(Number((10 ** (band / 4)).toPrecision(3))))
}
