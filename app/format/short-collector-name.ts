/** The start of its service.instance.id, which is enough to distinguish Collectors, and its host if that is known. */
export const shortCollectorName = (collector: string, host = '') =>
  `Collector ${collector.slice(0, 8)}${host && ` on ${host}`}`
