import { closeSync, fstatSync, fsyncSync, ftruncateSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'

/**
 * An archive is what ClickHouse's BACKUP writes, a tar file, with one more entry at its end: notes of who made it, when, and what must be
 * in it. RESTORE reads the file as it is, and `tar tf` lists it.
 */
export const archiveNotes = z.object({
  /** The version of these notes. */
  format: z.literal(1),
  /** The version of Errata that made it. */
  errata: z.string(),
  schema: z.number().int().positive(),
  /** All rows that were acknowledged until then are in it. Unix milliseconds. */
  takenMs: z.number().int().positive(),
  /** Rows that were stored since then may have been under way at `takenMs`. Unix milliseconds. */
  underWayMs: z.number().int().positive(),
  /** Rows by table. */
  rows: z.record(z.string(), z.number().int().nonnegative()),
  /** Tells the secret key of accounts and channels from others; '' if the command did not have it. */
  keyMark: z.string(),
  /** The secret key itself, if it was asked for. */
  secretKey: z.string().optional(),
})
export type ArchiveNotes = z.infer<typeof archiveNotes>

/** Thrown for a file that is no archive of this format; the message is one sentence. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError'
}

const NOTES = 'errata.json'
const BLOCK = 512
/** The end of a tar file. */
const END = Buffer.alloc(2 * BLOCK)

interface Entry {
  readonly name: string
  /** The place of its content in the file, in bytes. */
  readonly offset: number
  readonly size: number
}

/**
 * Appends the notes to what BACKUP wrote, and waits until all of it is on the disk.
 *
 * @param options.rows is made of the file: rows by table.
 * @throws {ArchiveError} If it is no tar file of ClickHouse's BACKUP.
 */
export function sealArchive(file: string, notes: Omit<ArchiveNotes, 'rows' | 'format'>): ArchiveNotes {
  const descriptor = openSync(file, 'r+')
  try {
    const { entries, end } = listEntries(descriptor)
    const sealed: ArchiveNotes = { format: 1, ...notes, rows: countRows(descriptor, entries) }
    const content = Buffer.from(JSON.stringify(sealed))
    const padding = Buffer.alloc(padded(content.length) - content.length)
    const bytes = Buffer.concat([header(NOTES, content.length), content, padding, END])
    writeSync(descriptor, bytes, 0, bytes.length, end)
    ftruncateSync(descriptor, end + bytes.length)
    fsyncSync(descriptor)
    return sealed
  } finally {
    closeSync(descriptor)
  }
}

/** @throws {ArchiveError} If it is no whole archive, or one of another format. */
export function readArchive(file: string): ArchiveNotes {
  const descriptor = openSync(file, 'r')
  try {
    const entry = listEntries(descriptor).entries.at(-1)
    if (entry?.name !== NOTES) throw new ArchiveError(`${file} is no archive of npx errata backup, or was cut off.`)
    const { data, error } = archiveNotes.safeParse(JSON.parse(readEntry(descriptor, entry).toString('utf8')))
    if (data !== undefined) return data
    throw new ArchiveError(
      `${file} was made by another version of Errata, with other notes: restore it with that one.`,
      {
        cause: error,
      },
    )
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Writes the files of an archive into a folder, from which RESTORE reads each at once: in a tar file it looks for each from the start
 * (docs/decisions/0045).
 *
 * @throws {ArchiveError} If the archive names a file outside of the folder, or is cut off.
 */
export function unpackArchive(file: string, folder: string): void {
  const descriptor = openSync(file, 'r')
  const chunk = Buffer.alloc(1 << 20)
  try {
    for (const { name, offset, size } of listEntries(descriptor).entries) {
      if (name.startsWith('/') || name.split('/').includes('..'))
        throw new ArchiveError(`${file} names the file ${name}.`)
      mkdirSync(dirname(join(folder, name)), { recursive: true, mode: 0o700 })
      const target = openSync(join(folder, name), 'wx', 0o600)
      try {
        for (let at = 0; at < size; ) {
          const read = readSync(descriptor, chunk, 0, Math.min(chunk.length, size - at), offset + at)
          if (read === 0) throw new ArchiveError('The archive was cut off.')
          writeSync(target, chunk, 0, read)
          at += read
        }
      } finally {
        closeSync(target)
      }
    }
  } finally {
    closeSync(descriptor)
  }
}

/** @returns the entries, and the offset of the end behind the last one. */
function listEntries(descriptor: number): { entries: Entry[]; end: number } {
  const { size: fileSize } = fstatSync(descriptor)
  const entries: Entry[] = []
  const block = Buffer.alloc(BLOCK)
  let offset = 0
  for (;;) {
    const read = readSync(descriptor, block, 0, BLOCK, offset)
    if (read === BLOCK && block.every(byte => byte === 0)) return { entries, end: offset }
    if (read < BLOCK || !isHeader(block)) throw new ArchiveError('The file is no tar archive, or was cut off.')
    const size = numberAt(block, 124, 12)
    if (offset + BLOCK + size > fileSize) throw new ArchiveError('The archive was cut off.')
    const [prefix, name] = [textAt(block, 345, 155), textAt(block, 0, 100)]
    // Others, such as long names of pax, have a header too: their content is skipped like a file's.
    if (block[156] === 0x30 || block[156] === 0)
      entries.push({ name: prefix === '' ? name : `${prefix}/${name}`, offset: offset + BLOCK, size })
    offset += BLOCK + padded(size)
  }
}

/**
 * Rows by table, as the parts in the archive tell: each has a count in a file of its own. BACKUP stores equal files once, and lists which
 * ones are where.
 */
function countRows(descriptor: number, entries: readonly Entry[]): Record<string, number> {
  const byName = new Map(entries.map(entry => [entry.name, entry]))
  const list = byName.get('.backup')
  if (list === undefined) throw new ArchiveError('The file was not written by BACKUP of ClickHouse.')
  const rows: Record<string, number> = {}
  const text = readEntry(descriptor, list).toString('utf8')
  for (const [, name = '', rest = ''] of text.matchAll(/<file><name>([^<]*)<\/name>(.*?)<\/file>/g)) {
    const [, table] = /^data\/[^/]+\/([^/]+)\/[^/]+\/count\.txt$/.exec(name) ?? []
    if (table === undefined) continue
    const stored = byName.get(/<data_file>([^<]*)<\/data_file>/.exec(rest)?.[1] ?? name)
    if (stored === undefined) throw new ArchiveError(`The archive lacks ${name}.`)
    rows[table] = (rows[table] ?? 0) + Number(readEntry(descriptor, stored).toString('latin1'))
  }
  return rows
}

function readEntry(descriptor: number, { offset, size }: Entry): Buffer {
  const content = Buffer.alloc(size)
  let length = 0
  while (length < size) {
    const read = readSync(descriptor, content, length, size - length, offset + length)
    if (read === 0) throw new ArchiveError('The archive was cut off.')
    length += read
  }
  return content
}

const padded = (size: number) => Math.ceil(size / BLOCK) * BLOCK

/** A POSIX header: the sum of its bytes is in it, counted with blanks in its own place. */
function header(name: string, size: number): Buffer {
  const block = Buffer.alloc(BLOCK)
  const octal = (value: number, at: number, length: number) =>
    block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1')
  block.write(name, 0, 'latin1')
  octal(0o600, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(size, 124, 12)
  octal(0, 136, 12)
  block.write('0', 156, 'latin1')
  block.write('ustar\x0000', 257, 'latin1')
  octal(checksum(block), 148, 7)
  block.write(' ', 155, 'latin1')
  return block
}

const isHeader = (block: Buffer) => numberAt(block, 148, 8) === checksum(block)

const checksum = (block: Buffer) => block.reduce((sum, byte, i) => sum + (i >= 148 && i < 156 ? 0x20 : byte), 0)

const textAt = (block: Buffer, at: number, length: number) =>
  block.toString('utf8', at, at + length).replace(/\0.*$/s, '')

/** Octal text, or for files from 8 GiB on a binary number with the first bit set, as GNU's tar has it. */
function numberAt(block: Buffer, at: number, length: number): number {
  if (((block[at] ?? 0) & 0x80) !== 0) return Number(block.readBigUInt64BE(at + length - 8))
  return Number.parseInt(textAt(block, at, length).trim() || '0', 8)
}
