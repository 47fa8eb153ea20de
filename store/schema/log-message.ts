/** Where loggers write the message in a JSON body, the first that has a text counts: most, then pino, Go and Bunyan, Serilog, GELF, .NET, structlog, journald. */
const MESSAGE_KEYS = ['message', 'msg', '@m', '@mt', 'short_message', 'Message', 'RenderedMessage', 'event', 'MESSAGE']

/** The message of a JSON body, parsed once; '' if it has none or is not JSON. No JSON makes it throw. */
const JSON_MESSAGE = `arrayMap(told -> coalesce(${MESSAGE_KEYS.map((_, i) => `nullIf(tupleElement(told, ${i + 1}), '')`).join(', ')}, ''),
  [JSONExtract(Body, 'Tuple(${MESSAGE_KEYS.map(key => `\`${key}\` String`).join(', ')})')])[1]`

/** The text of a log record: its body; of a JSON body that has a message, the message. */
export const LOG_MESSAGE = `if(startsWith(Body, '{'), coalesce(nullIf(${JSON_MESSAGE}, ''), Body), Body)`

/** The message of a JSON body that writes it with escapes, so that a search of the body might not find it; '' for any other. */
export const ESCAPED_LOG_MESSAGE = `if(startsWith(Body, '{') AND position(Body, '\\\\') > 0, ${JSON_MESSAGE}, '')`
