import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { useHydrated } from '../../ui/document/use-hydrated.ts'

/** Buttons that cause the four kinds of noise that the Collector drops. */
export function NoiseButtons({ otherOrigin }: { readonly otherOrigin: string }) {
  const hydrated = useHydrated()
  const [message, setMessage] = useState('')
  const box = useRef<HTMLDivElement>(null)

  const loadForeignScript = () => {
    const script = document.createElement('script')
    script.src = `${otherOrigin}/throws.js?${Date.now()}`
    script.addEventListener('load', () =>
      setMessage('The script threw. The browser reports only "Script error." to this page.'),
    )
    script.addEventListener('error', () => setMessage(`Could not load the script from ${otherOrigin}.`))
    document.head.append(script)
    script.remove()
  }

  const loopResizes = () => {
    const element = box.current
    if (element === null) return
    // Resizing the observed element in its own callback leaves a notification undelivered: that is the notice.
    const observer = new ResizeObserver(() => {
      if (element.offsetHeight > 0) {
        observer.disconnect()
        element.style.height = '0px'
        return setMessage('The observer looped. The browser reported undelivered notifications.')
      }
      element.style.height = '12px'
    })
    element.style.height = '0px'
    observer.observe(element)
  }

  const checkHealth = async () => {
    const response = await fetch('/livez')
    await response.text()
    setMessage(`Health check: HTTP ${response.status}.`)
  }

  return (
    <>
      <ul className="noise-cases panel">
        <NoiseButton rule="cross-origin script error" what="A script of another origin throws">
          <button type="button" disabled={!hydrated} onClick={loadForeignScript}>
            Load script
          </button>
        </NoiseButton>
        <NoiseButton rule="resize-observer loop" what="A ResizeObserver resizes what it observes">
          <button type="button" disabled={!hydrated} onClick={loopResizes}>
            Trigger loop
          </button>
        </NoiseButton>
        <NoiseButton rule="health check" what="A health check requests /livez">
          <button type="button" disabled={!hydrated} onClick={checkHealth}>
            Send health check
          </button>{' '}
          <a href="/livez">/livez</a>
        </NoiseButton>
        <NoiseButton rule="404 page" what="A visitor follows a dead link">
          <Link className="button" to="/no-such-page" reloadDocument>
            Open missing page
          </Link>{' '}
          <Link to="/no-such-page">Navigate to missing page</Link>
        </NoiseButton>
      </ul>
      <div ref={box} aria-hidden="true" />
      <p role="status" className="muted small case-result">
        {message}
        {!hydrated && <noscript>The first three buttons need JavaScript.</noscript>}
      </p>
    </>
  )
}

interface NoiseButtonProps {
  readonly rule: string
  readonly what: string
  readonly children: React.ReactNode
}

function NoiseButton({ rule, what, children }: NoiseButtonProps) {
  return (
    <li>
      <div>
        <strong>{what}</strong>
        <span className="muted small"> rule: {rule}</span>
      </div>
      <div>{children}</div>
    </li>
  )
}
