import { type DigestRecord, getDigestRecord } from '../../../store/digests/get-digest-record.ts'
import { query } from '../../data/query.ts'

/** What is known about the first of these spellings that was ever seen. */
export async function findDigestRecord(
  args: Parameters<typeof query>[0],
  digests: readonly string[],
): Promise<DigestRecord | undefined> {
  const records = await Promise.all(digests.map(digest => query(args, getDigestRecord, { digest })))
  return records.find(record => record !== undefined)
}
