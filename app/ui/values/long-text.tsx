import { Link } from 'react-router'
import type { ClippedText } from '../../format/clip.ts'
import { formatCount } from '../../format/count.ts'

interface LongTextProps {
  readonly clipped: ClippedText
  /** URL of the whole text, if this one is cut. */
  readonly wholeAt?: string
}

const shownChars = 400
const shownLines = 6

/** A message. A long one shows its beginning and opens by a click, with or without scripts. */
export function LongText({ clipped: { text, total }, wholeAt }: LongTextProps) {
  const beginning = beginningOf(text)
  if (beginning.length === total) return <p className="message">{text}</p>
  return (
    <details className="message long">
      <summary>
        <span className="beginning">{beginning}</span>
        <span className="more">
          <span className="when-closed">Show more</span>
          <span className="when-open">Show less</span> <span className="muted">({formatCount(total)} characters)</span>
        </span>
      </summary>
      <div className="whole">{text}</div>
      {text.length < total && wholeAt !== undefined && (
        <p className="small">
          Showing the first {formatCount(text.length)} characters.{' '}
          <Link to={wholeAt} reloadDocument>
            Open full text
          </Link>
        </p>
      )}
    </details>
  )
}

function beginningOf(text: string): string {
  const lines = text.split('\n', shownLines).join('\n')
  return lines.length > shownChars ? `${lines.slice(0, shownChars)}…` : lines
}
