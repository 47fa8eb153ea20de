import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { TreeRow } from '../../../trace/choose-rows.ts'
import type { TraceTree } from '../../../trace/trace-tree.ts'
import type { TreeIndex } from '../../parts/waterfall/index-tree.ts'
import type { RowDetail } from '../../parts/waterfall/row-detail.ts'
import { fetchPart } from '../../ui/feedback/fetch-part.ts'
import type { RowDetails } from './rows.ts'
import { needsDetail } from './sent-rows.ts'

interface RowDetailsOptions {
  readonly traceId: string
  readonly tree: TraceTree
  readonly index: TreeIndex
  readonly sent: readonly (readonly [ref: string, detail: RowDetail])[]
}

/**
 * What rows say beside what the tree knows: what the page came with, and what is read as rows come into view. Rows whose details could not be
 * loaded go without them, and ask again when they are drawn again.
 */
export function useRowDetails({ traceId, tree, index, sent }: RowDetailsOptions) {
  const [read, setRead] = useState<ReadonlyMap<string, RowDetail>>(NONE)
  const asked = useRef<{ readonly path: string; readonly left: AbortController } | undefined>(undefined)
  const details = useMemo(() => new Map([...sent, ...read]), [sent, read])
  const latest = useRef(details)
  useEffect(() => {
    latest.current = details
  }, [details])
  useEffect(() => () => asked.current?.left.abort(), [])

  const onDrawn = useCallback(
    async (rows: readonly TreeRow[]) => {
      const refs = rows
        .filter(row => needsDetail(tree, row))
        .map(row => index.refOf(row.index))
        .filter(ref => !latest.current.has(ref))
      const path = `/traces/${traceId}/rows?${new URLSearchParams({ spans: refs.join(',') })}`
      if (refs.length === 0 || asked.current?.path === path) return
      // A newer request ends the one before, and asks again for what that has not brought.
      asked.current?.left.abort()
      const left = new AbortController()
      asked.current = { path, left }
      const part = await fetchPart<RowDetails>(path, left.signal)
      if (left.signal.aborted) return
      asked.current = undefined
      if ('answer' in part) setRead(before => new Map([...before, ...part.answer]))
    },
    [traceId, tree, index],
  )
  return { details, onDrawn }
}

const NONE: ReadonlyMap<string, RowDetail> = new Map()
