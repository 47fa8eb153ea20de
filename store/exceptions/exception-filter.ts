import { bindExpressions } from '../../search/bind.ts'
import type { SearchExpression } from '../../search/search.ts'
import { writeConditions } from '../../search/write-conditions.ts'
import type { Query } from '../store.ts'

/** Which exceptions a list has. */
export interface ExceptionFilter {
  /** '' for every service. */
  readonly service?: string
  /** Services whose exceptions are left out. */
  readonly hidden?: readonly string[]
  /** deployment.environment.name; '' for every one. */
  readonly environment?: string
  /** service.version; '' for every one. */
  readonly release?: string
  /** '' for every issue. */
  readonly issue?: string
  /** '' for every route. */
  readonly route?: string
  /** Browser or server, by the service name; '' for both. */
  readonly side?: '' | 'browser' | 'server'
  /** `undefined` for everything. */
  readonly search?: SearchExpression | undefined
}

/** The parameters of every query about a list of exceptions. */
export function exceptionFilterParams(filter: ExceptionFilter) {
  const { service = '', hidden = [], environment = '', release = '' } = filter
  const { issue = '', route = '', side = '' } = filter
  return { service, hidden, environment, release, issue, route, side }
}

/** A query with the conditions of its search. */
export function addSearchConditions<Row>(statement: Query<Row>, { search }: ExceptionFilter): Query<Row> {
  return bindExpressions(statement, bind => ({ search: writeConditions(search, 'exceptions', bind) }))
}
