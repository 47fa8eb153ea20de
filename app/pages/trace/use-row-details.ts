import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import type { TreeRow } from '../../../trace/choose-rows.ts'
import type { TraceTree } from '../../../trace/trace-tree.ts'
import type { TreeIndex } from '../../parts/waterfall/index-tree.ts'
import type { RowDetail } from '../../parts/waterfall/row-detail.ts'
import type { loader } from './rows.ts'
import { needsDetail } from './sent-rows.ts'

interface RowDetailsOptions {
  readonly traceId: string
  readonly tree: TraceTree
  readonly index: TreeIndex
  readonly sent: readonly (readonly [ref: string, detail: RowDetail])[]
}

/** What rows say beside what the tree knows: what the page came with, and what is read as rows come into view. */
export function useRowDetails({ traceId, tree, index, sent }: RowDetailsOptions) {
  const { data, load } = useFetcher<typeof loader>()
  const [read, setRead] = useState<ReadonlyMap<string, RowDetail>>(NONE)
  const asked = useRef('')
  const details = useMemo(() => new Map([...sent, ...read]), [sent, read])

  useEffect(() => {
    if (data !== undefined) setRead(before => new Map([...before, ...data]))
  }, [data])
  const onDrawn = useCallback(
    (rows: readonly TreeRow[]) => {
      const refs = rows
        .filter(row => needsDetail(tree, row))
        .map(row => index.refOf(row.index))
        .filter(ref => !details.has(ref))
      const address = `/traces/${traceId}/rows?${new URLSearchParams({ spans: refs.join(',') })}`
      // A newer request ends the one before, and asks again for what that has not brought.
      if (refs.length === 0 || asked.current === address) return
      asked.current = address
      void load(address)
    },
    [traceId, tree, index, details, load],
  )
  return { details, onDrawn }
}

const NONE: ReadonlyMap<string, RowDetail> = new Map()
