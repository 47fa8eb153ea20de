import { formatDuration } from '../../format/duration.ts'
import type { DurationsModel } from './layout-durations.server.ts'

/** `Slowest 0.64 % (≥ 1.00 s)` */
export const describeSlowest = ({ share, leastNs }: NonNullable<DurationsModel['slowest']>) =>
  `Slowest ${share} (≥ ${formatDuration(leastNs)})`
