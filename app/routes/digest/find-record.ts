import { type DigestRecord, getDigestRecord } from '../../../store/digests/get-digest-record.ts'
import { askStore } from '../../ask-store.server.ts'

/** What is known of the first of these spellings that was ever seen. */
export async function findRecord(
  args: Parameters<typeof askStore>[0],
  digests: readonly string[],
): Promise<DigestRecord | undefined> {
  const records = await Promise.all(digests.map(digest => askStore(args, getDigestRecord, { digest })))
  return records.find(record => record !== undefined)
}
