import { createReadStream, createWriteStream, globSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'

/** Writes a `.br` and a `.gz` beside every text file of a folder, as small as possible: once a build, for every visitor. */
export async function precompressFiles(folder: string): Promise<void> {
  const files = globSync('**/*.{js,css,svg,json,txt}', { cwd: folder }).map(name => join(folder, name))
  const write = (file: string, suffix: string, compressor: NodeJS.ReadWriteStream) =>
    pipeline(createReadStream(file), compressor, createWriteStream(file + suffix))
  for (const file of files) {
    const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
    await Promise.all([
      write(file, '.br', createBrotliCompress(best)),
      write(file, '.gz', createGzip({ level: constants.Z_BEST_COMPRESSION })),
    ])
  }
}
