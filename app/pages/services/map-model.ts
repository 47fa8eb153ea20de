import type { ServiceNode } from '../../../store/services/list-calls.ts'
import type { ComparedCall } from './compare-previous.server.ts'

/** A service map laid out by the server: in integers, so that server and browser write the same digits. */
export interface ServiceMapModel {
  readonly width: number
  readonly height: number
  readonly nodes: readonly MapNode[]
  readonly edges: readonly MapEdge[]
}

/** A box; x and y are its upper left corner. */
export interface MapNode extends ServiceNode {
  readonly x: number
  readonly y: number
  /** Calls that it answers, and failed ones among them. */
  readonly calls: number
  readonly failed: number
  /** The highest p95 of those who call it, in Unix nanoseconds: that of all of its calls is not above. `undefined` without callers. */
  readonly p95: bigint | undefined
  /** The change of the p95 of that caller: `up 82 %`; '' if it is small, or explained by chance. */
  readonly change: string
  readonly isSlower: boolean
  readonly callers: number
}

export interface MapEdge {
  readonly call: ComparedCall
  /** Whether its p95 rose by a tenth and more than chance explains. */
  readonly isSlower: boolean
  /** A path from the caller's box to the callee's. */
  readonly d: string
  /** 1 to 4, by calls. */
  readonly thickness: number
}
