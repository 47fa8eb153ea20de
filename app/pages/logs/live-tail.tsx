import { useEffect, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { changeParams } from '../../url/filter-links.ts'

const POLL_MS = 2_000
/** A reader who has scrolled down further than this is reading. */
const TOP_PX = 100

interface LiveTailProps {
  readonly isLive: boolean
  readonly params: URLSearchParams
}

/**
 * Turns the live tail on and off. It reads the newest records every two seconds while the page is visible and scrolled to its top; without
 * scripts the page reloads.
 */
export function LiveTail({ isLive, params }: LiveTailProps) {
  const isPaused = usePolling(isLive && !params.has('open'))
  return (
    <>
      <Link to={changeParams(params, { live: isLive ? '' : '1', sort: '' })} className="button" preventScrollReset>
        {isLive ? 'Stop live tail' : 'Live tail'}
      </Link>
      {isLive && (
        <>
          <span role="status" className="muted">
            {isPaused ? 'Paused while you read.' : 'Updates every 2 s.'}
          </span>
          <noscript>
            <meta httpEquiv="refresh" content="5" /> Without scripts: every 5 s.
          </noscript>
        </>
      )}
    </>
  )
}

/** @returns whether it is paused because of the reader */
function usePolling(isOn: boolean): boolean {
  const { revalidate, state } = useRevalidator()
  const [isScrolled, setScrolled] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const onScroll = () => setScrolled(window.scrollY > TOP_PX)
    window.addEventListener('scroll', onScroll)
    return () => window.removeEventListener('scroll', onScroll)
  }, [isOn])
  useEffect(() => {
    if (!isOn || isScrolled || state !== 'idle') return
    const timer = setInterval(() => {
      if (!document.hidden) void revalidate()
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [isOn, isScrolled, state, revalidate])
  return !isOn || isScrolled
}
