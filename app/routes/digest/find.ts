import { redirect } from 'react-router'
import { exceptionsPath } from '../../url/exception-filters.ts'
import { digestPath, readLookUp } from '../../url/look-up.ts'
import { scopedPath } from '../../url/scope.ts'
import type { Route } from './+types/find.ts'
import { findRecord } from './find-record.ts'

/** Where the look-up box leads: to what a digest or a trace id stands for, or to the exceptions that contain a text. */
export async function loader(args: Route.LoaderArgs) {
  const { text, traceId, digests, ownDigest } = readLookUp(args.url.searchParams.get('q'))
  const lead = (path: string) => redirect(scopedPath(path, args.url.searchParams))
  if (text === '') return lead('/exceptions')
  if (traceId !== undefined) return lead(digestPath(traceId))
  const digest = (await findRecord(args, digests))?.digest ?? ownDigest
  return lead(digest === undefined ? exceptionsPath({ last: '14d', text }) : digestPath(digest))
}
