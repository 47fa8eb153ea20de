import type { ServerResponse } from 'node:http'
import { PassThrough, type Transform } from 'node:stream'
import { createBrotliCompress, createDeflate, createGzip, createZstdCompress, constants as zlib } from 'node:zlib'
import type { Result } from './chdb.ts'
import type { EngineRequest } from './http-request.ts'

/** What a statement did, as far as chDB tells and as it is known when the headers are sent. */
export interface Summary {
  readonly resultRows: number
  readonly resultBytes: number
  readonly writtenRows: number
  readonly writtenBytes: number
  readonly elapsedNs: number
}

export const NO_SUMMARY: Summary = { resultRows: 0, resultBytes: 0, writtenRows: 0, writtenBytes: 0, elapsedNs: 0 }

/** @param writes True for an insert: the rows that chDB counts are then the stored ones. */
export function summaryOf({ rowsRead, bytesRead, elapsed }: Result, writes = false): Summary {
  const elapsedNs = Math.round(elapsed * 1e9)
  if (writes) return { ...NO_SUMMARY, writtenRows: rowsRead, writtenBytes: bytesRead, elapsedNs }
  return { ...NO_SUMMARY, resultRows: rowsRead, resultBytes: bytesRead, elapsedNs }
}

/** Sets status and headers of a success. @returns where the body goes; it packs as the request asked. */
export function startAnswer(
  res: ServerResponse,
  {
    request,
    format,
    exceptionTag,
    summary,
  }: { request: EngineRequest; format: string; exceptionTag?: string; summary: Summary },
): Transform {
  res.statusCode = 200
  res.setHeader('content-type', contentType(format))
  res.setHeader('x-clickhouse-format', format)
  res.setHeader('x-clickhouse-summary', summaryText(summary))
  if (exceptionTag !== undefined) res.setHeader('x-clickhouse-exception-tag', exceptionTag)
  const [encoding, compressor] = pickCompressor(request)
  if (encoding !== '') res.setHeader('content-encoding', encoding)
  compressor.once('error', () => res.destroy())
  compressor.pipe(res)
  return compressor
}

function pickCompressor({ acceptEncoding }: EngineRequest): [string, Transform] {
  const accepted = new Set(acceptEncoding.split(',').map(entry => entry.split(';')[0]?.trim().toLowerCase() ?? ''))
  if (accepted.has('zstd')) return ['zstd', createZstdCompress()]
  if (accepted.has('br')) return ['br', createBrotliCompress({ params: { [zlib.BROTLI_PARAM_QUALITY]: 3 } })]
  if (accepted.has('gzip')) return ['gzip', createGzip({ level: 3 })]
  if (accepted.has('deflate')) return ['deflate', createDeflate({ level: 3 })]
  return ['', new PassThrough()]
}

/** The numbers are strings, as ClickHouse sends them. */
function summaryText(summary: Summary): string {
  return JSON.stringify({
    read_rows: '0',
    read_bytes: '0',
    written_rows: String(summary.writtenRows),
    written_bytes: String(summary.writtenBytes),
    total_rows_to_read: '0',
    result_rows: String(summary.resultRows),
    result_bytes: String(summary.resultBytes),
    elapsed_ns: String(summary.elapsedNs),
  })
}

function contentType(format: string): string {
  if (/^JSON.*EachRow/i.test(format)) return 'application/x-ndjson; charset=UTF-8'
  if (/^JSON/i.test(format)) return 'application/json; charset=UTF-8'
  if (/^CSV/i.test(format)) return 'text/csv; charset=UTF-8; header=absent'
  if (/^(TSV|TabSeparated)/i.test(format)) return 'text/tab-separated-values; charset=UTF-8'
  if (/^(Native|RowBinary|Parquet|ORC|Arrow|Avro|Protobuf|MsgPack|CapnProto|Npy)/i.test(format))
    return 'application/octet-stream'
  return 'text/plain; charset=UTF-8'
}
