import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { SearchProgress as Progress } from '../../../store/search-results/get-search-progress.ts'
import { formatApproximate } from '../../format/count.ts'

/** Most searches are over by then. */
const SHOWN_AFTER_MS = 1_500
const POLL_MS = 1_000

/**
 * If a search takes long: how much of it is read, and a button that ends it, in the database too.
 *
 * @param path Where the page that waits for it leads.
 */
export function SearchProgress({ path }: { readonly path: string }) {
  const here = useLocation()
  const navigate = useNavigate()
  const { progress, hasFailed } = useProgress(path)
  if (progress === undefined) return null
  const { readRows, totalRows } = progress
  // A change of the hash alone ends the navigation, and with it the request, and loads nothing.
  const stop = () => {
    const { pathname, search } = here
    void navigate({ pathname, search, hash: '#stopped' }, { replace: true, preventScrollReset: true })
  }
  return (
    <div role="status" className="button-row">
      <progress aria-label="Rows read" max={Math.max(totalRows, 1)} value={totalRows === 0 ? undefined : readRows} />
      <span className="muted">
        {totalRows === 0 ? 'Searching' : `${formatApproximate(readRows)} of ${formatApproximate(totalRows)} rows read`}
        {hasFailed && ' (progress could not be loaded)'}
      </span>
      <button type="button" onClick={stop}>
        Stop
      </button>
    </div>
  )
}

/** The last progress that could be loaded, and whether the last attempt failed. */
function useProgress(path: string) {
  const [progress, setProgress] = useState<Progress>()
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    const left = new AbortController()
    const poll = async () => {
      setProgress(before => before ?? { readRows: 0, totalRows: 0 })
      try {
        const response = await fetch(`/search-progress?${new URLSearchParams({ of: path })}`, { signal: left.signal })
        if (response.ok) setProgress(await response.json())
        setFailed(!response.ok)
      } catch {
        if (left.signal.aborted) return
        setFailed(true)
      }
      timer = setTimeout(poll, POLL_MS)
    }
    let timer = setTimeout(poll, SHOWN_AFTER_MS)
    return () => {
      left.abort()
      clearTimeout(timer)
    }
  }, [path])
  return { progress, hasFailed }
}
