import { Link, type LinkProps, useSearchParams } from 'react-router'
import { scopedPath } from '../../url/scope.ts'

interface ScopedLinkProps extends LinkProps {
  readonly to: string
}

/** A link within the app that keeps the scope. */
export function ScopedLink({ to, ...props }: ScopedLinkProps) {
  const [params] = useSearchParams()
  return <Link to={scopedPath(to, params)} {...props} />
}
