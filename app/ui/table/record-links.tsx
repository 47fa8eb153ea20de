import { ScopedLink } from '../elements/scoped-link.tsx'

export interface ScopedPath {
  readonly text: string
  readonly to: string
}

/** Where a row leads besides its record. On a narrow screen the first of them alone has room. */
export function RecordLinks({ of }: { readonly of: readonly ScopedPath[] }) {
  return of.map(({ text, to }, index) => (
    <ScopedLink key={to} to={to} title={text} className={index > 0 ? 'beside wide-only' : undefined}>
      {text}
    </ScopedLink>
  ))
}
