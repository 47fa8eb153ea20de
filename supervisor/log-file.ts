import { statSync } from 'node:fs'
import { appendFile, rename } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { DiskNotice } from './disk-notice.ts'

export interface LogFile {
  /** Appends a line, buffered. */
  write(line: string): void
  /** Ends the file; no more lines follow. */
  end(): void
}

const maxFileBytes = 16 << 20
const maxBacklogCharacters = 16 << 20
const retryMs = 1_000

/**
 * Appends lines to a file, and keeps one older file of 16 MiB, so that a long-running stack does not fill the disk. Lines that cannot be
 * written, because the disk is full or too slow, are dropped and counted in the file.
 */
export function openLogFile(file: string, disk: Pick<DiskNotice, 'fails' | 'works'>): LogFile {
  let fileBytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  let backlog: string[] = []
  let backlogCharacters = 0
  let lost = 0
  let ended = false
  let writing = false

  const writeBacklog = async () => {
    writing = true
    while (backlog.length > 0 || (lost > 0 && !ended)) {
      const lines = lost === 0 ? backlog : [`(lines that could not be written here: ${lost})`, ...backlog]
      const text = lines.map(line => `${line}\n`).join('')
      const count = backlog.length
      backlog = []
      backlogCharacters = 0
      try {
        if (fileBytes > maxFileBytes) {
          await rename(file, `${file}.1`)
          fileBytes = 0
        }
        await appendFile(file, text)
        fileBytes += Buffer.byteLength(text)
        lost = 0
        disk.works(file)
      } catch (error) {
        lost += count
        disk.fails(file, error)
        await wait(retryMs, undefined, { ref: false })
      }
    }
    writing = false
  }
  return {
    write(line) {
      if (backlogCharacters > maxBacklogCharacters) {
        lost++
        return
      }
      backlog.push(line)
      backlogCharacters += line.length
      if (!writing) void writeBacklog()
    },
    end() {
      ended = true
    },
  }
}
