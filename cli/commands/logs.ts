import { timeOfDayOf } from '../output/values.ts'
import { defineListCommand } from './list-command.ts'

/** @see https://opentelemetry.io/docs/specs/otel/logs/data-model/#field-severitynumber */
const SEVERITIES = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const

const severityOf = (number: number) => (number === 0 ? '' : (SEVERITIES[Math.ceil(number / 4) - 1] ?? String(number)))

export const logs = defineListCommand({
  ...{ id: 'listLogs', name: 'logs', page: '/logs' },
  summary: 'Lists log records that match a search.',
  examples: [
    ["logs 'severity:>=warn' --service shop --last 1h", 'Warnings and worse of a service.'],
    ['logs trace:4bf92f3577b34da6a3ce929d0e0e4736 --sort time', 'Those of a trace, oldest first.'],
  ],
  columns: [
    { title: 'time', cell: ({ time }) => `${time.slice(0, 10)} ${timeOfDayOf(time)}` },
    { title: 'severity', cell: ({ severity }) => severityOf(severity) },
    { title: 'service', cell: ({ service }) => service },
    {
      title: 'what',
      cell: ({ event, exception_type, body }) => [event || exception_type, body].filter(Boolean).join(': '),
    },
  ],
})
