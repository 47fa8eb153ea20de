/** The start of its service.instance.id, which is enough to distinguish Collectors. */
export const shortCollectorName = (collector: string) => `Collector ${collector.slice(0, 8)}`
