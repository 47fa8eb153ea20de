/** A stack as it was sent. The lines of dependencies and of the platform step back, so that the app's own stand out. */
export function Stacktrace({ text }: { readonly text: string }) {
  if (text === '') return <p className="muted">No stack was sent with this exception.</p>
  let offset = 0
  const lines = text.split('\n').map(line => {
    const at = offset
    offset += line.length + 1
    return { at, line }
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <section className="stacktrace" tabIndex={0} aria-label="Stack">
      {lines.map(({ at, line }) => (
        <span key={at} className={lineClass(line)}>
          {`${line}\n`}
        </span>
      ))}
    </section>
  )
}

const FRAME = /^\s*(at |[^\s@]*@\S+:\d+|File "|\S+\.go:\d+)/
const FOREIGN =
  /node_modules|@errata\/otel|\/otel\/dist\/lib\/|\(node:|at node:|\(native\)|<anonymous>|\/assets\/(?:chunk|jsx-runtime|react)[^/]*\.js/

function lineClass(line: string): string | undefined {
  if (!FRAME.test(line)) return line.startsWith(' ') ? undefined : 'head'
  return FOREIGN.test(line) ? 'foreign' : undefined
}
