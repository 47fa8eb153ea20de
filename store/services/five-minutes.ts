import { DAY_S } from '../time-units.ts'

/** Tables of transactions and requests are ordered by five minutes. */
export const BUCKET_S = 300

/** The starts of the five minutes in the `lengthS` seconds before a time, Unix seconds, latest first. @param endS a multiple of {@link BUCKET_S} */
export const bucketsBefore = (endS: number, lengthS: number): bigint[] =>
  Array.from({ length: lengthS / BUCKET_S }, (_, i) => BigInt(endS - (i + 1) * BUCKET_S))

/** The same as {@link bucketsBefore}, of each of the seven days before. */
export const bucketsOfEarlierDays = (endS: number, lengthS: number): bigint[] =>
  [1, 2, 3, 4, 5, 6, 7].flatMap(day => bucketsBefore(endS - day * DAY_S, lengthS))
