import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { servicePath } from '../../url/page-paths.ts'
import { scopeCodecs, scopeParams } from '../../url/scope.ts'
import { ServiceName } from './service-name.tsx'

interface ServiceLinkProps {
  readonly name: string
  /** @default the name with its colour */
  readonly children?: ReactNode
}

/** A service's name with its colour, which leads to its page in the scope of this one. */
export function ServiceLink({ name, children }: ServiceLinkProps) {
  const [params] = useSearchParams()
  if (name === '') return <ServiceName name={name} />
  const scope = scopeParams(params)
  scope.delete(scopeCodecs.service.param)
  return (
    <Link to={`${servicePath(name)}${scope.size === 0 ? '' : `?${scope}`}`} className="service-link">
      {children ?? <ServiceName name={name} />}
    </Link>
  )
}
