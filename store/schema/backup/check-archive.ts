import { join } from 'node:path'
import { ArchiveError, type ArchiveNotes } from '../archive/archive.ts'
import { markOf, readSecret } from '../archive/secret-mark.ts'
import { FIRST_SCHEMA_VERSION, readSchemaFiles } from '../schema-files.ts'

/**
 * Checks that this version, with these settings, can restore an archive.
 *
 * @param options.withoutKey restores it although accounts and channels cannot be read with the secret key of the settings
 * @throws {ArchiveError} If not: it says what to do.
 */
export function checkArchive(
  notes: ArchiveNotes,
  { file, withoutKey }: { readonly file: string; readonly withoutKey: boolean },
): ArchiveNotes {
  const { schema, errata, keyMark, secretKey } = notes
  const { version } = readSchemaFiles(join(import.meta.dirname, '..'))
  if (schema > version) {
    throw new ArchiveError(
      `${file} has schema ${schema}, newer than this version knows (${version}): restore it with Errata ${errata} or newer.`,
    )
  }
  if (schema < FIRST_SCHEMA_VERSION) throw new ArchiveError(`${file} has schema ${schema}, which cannot be upgraded.`)
  const own = readSecret()
  // A folder without a key, which nothing was sealed with, takes the one of the archive.
  if (keyMark === '' || withoutKey || (own === undefined ? secretKey !== undefined : markOf(own) === keyMark)) {
    return notes
  }
  throw new ArchiveError(
    `Accounts and the addresses of channels in ${file} can only be read with the secret key of where it was made: copy the file secret-key from that data folder into this one, or set ERRATA_SECRET_KEY to it. With --without-key they are lost.`,
  )
}
