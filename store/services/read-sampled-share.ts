/**
 * Reads the share of traces that consistent sampling keeps.
 *
 * @param threshold the share that is rejected, in 56 bits as hexadecimal digits, of which zeros at the end are left out; '' without sampling
 * @returns from 2 ** -56 to 1
 * @see https://opentelemetry.io/docs/specs/otel/trace/tracestate-probability-sampling/
 */
export const readSampledShare = (threshold: string): number =>
  Math.max(1 - Number.parseInt(threshold.padEnd(14, '0').slice(0, 14), 16) / 2 ** 56, 2 ** -56)
