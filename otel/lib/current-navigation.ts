import { processWide } from './process-wide.ts'

/** What the browser half tells an error screen: which trace the visitor is waiting for. */
export interface CurrentNavigation {
  /** Of the newest navigation; undefined as long as there was none, when the document itself names its trace. */
  traceId(): string | undefined
}

export const currentNavigation = processWide<CurrentNavigation>('navigation', 'traceId')
