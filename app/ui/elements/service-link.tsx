import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { scopeCodecs, scopeParams } from '../../url/scope.ts'
import { servicePath } from '../../url/visit-paths.ts'
import { ServiceName } from './service-name.tsx'

interface ServiceLinkProps {
  readonly name: string
  /** Its colour, if a chart gave it another. */
  readonly colour?: number
  /** @default the name with its colour */
  readonly children?: ReactNode
}

/** A service's name with its colour, linked to its page in the current scope. */
export function ServiceLink({ name, children, ...shown }: ServiceLinkProps) {
  const [params] = useSearchParams()
  if (name === '') return <ServiceName name={name} {...shown} />
  const scope = scopeParams(params)
  scope.delete(scopeCodecs.service.param)
  return (
    <Link to={`${servicePath(name)}${scope.size === 0 ? '' : `?${scope}`}`} className="service-link">
      {children ?? <ServiceName name={name} {...shown} />}
    </Link>
  )
}
