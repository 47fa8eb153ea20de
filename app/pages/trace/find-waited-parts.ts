import type { PathSection } from '../../../trace/critical-path.ts'
import type { TraceTree } from '../../../trace/trace-tree.ts'
import { addUpPath, type WaitedFor } from '../../../trace/where-time-went.ts'

/** The first line says so many; the rest is in the table. */
const MAX_PARTS = 3
/** Less of the path is not worth a word. */
export const MIN_WAITED_SHARE = 0.05
/** Other spans that ran meanwhile may have been waited for that long. */
const MAX_OTHERS_SHARE = 0.1

/**
 * Finds what a trace waited for longest, and the length of its critical path; no parts of a span alone, whose row says as much.
 */
export function findWaitedParts(tree: TraceTree, path: readonly PathSection[]) {
  const waited = addUpPath(tree, path)
  const total = waited.reduce((sum, { time }) => sum + time, 0)
  const parts = waited.slice(0, MAX_PARTS).filter(({ time }) => time >= total * MIN_WAITED_SHARE)
  return { total, parts: waited.length < 2 || total === 0 ? [] : parts }
}

/** True if the spans were waited for nearly all of their time: only then does the usual duration of such spans say something of it. */
export const isAlone = ({ time, lasted }: WaitedFor): boolean => time >= lasted * (1 - MAX_OTHERS_SHARE)
