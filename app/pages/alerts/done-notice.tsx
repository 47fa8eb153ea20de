import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'

interface DoneNoticeProps {
  /** Sentences, by what `?did=` of the address names. */
  readonly texts: Readonly<Record<string, string>>
  /** Says more of what the form did. */
  readonly children?: ReactNode
}

/** Says what the form did that led to this page. */
export function DoneNotice({ texts, children }: DoneNoticeProps) {
  const [params] = useSearchParams()
  const did = params.get('did') ?? ''
  return (
    <div role="status">
      {Object.hasOwn(texts, did) && <p className="notice good-notice">{texts[did]}</p>}
      {children}
    </div>
  )
}
