import { type Context, context, createContextKey } from '@opentelemetry/api'
import type { Mode } from './server-fault.ts'

/** The document that is being rendered. */
export interface CurrentRender {
  readonly request: Request
  readonly mode: Mode
}

const renderContextKey = createContextKey('errata.render')

export const withRender = (at: Context, render: CurrentRender): Context => at.setValue(renderContextKey, render)

/** Undefined outside the render of an instrumented build. */
export function currentRender(): CurrentRender | undefined {
  const value = context.active().getValue(renderContextKey)
  return isRender(value) ? value : undefined
}

const isRender = (value: unknown): value is CurrentRender =>
  typeof value === 'object' && value !== null && 'request' in value && 'mode' in value
