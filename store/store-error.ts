import { ClickHouseError } from '@clickhouse/client'

/**
 * Why a query failed:
 *   away        no connection, or it was lost
 *   denied      wrong user or password, or missing rights
 *   unprepared  database, table or column is missing: the schema has not been applied
 *   overloaded  the database has no memory or connection left for the query
 *   full        the database's disk is full
 *   damaged     files of the database cannot be read
 *   timeout     the timeout passed
 *   rejected    our SQL or a parameter is invalid
 *   unreadable  the result does not have the expected shape
 *   failed      anything else; see `cause`
 */
export type StoreErrorKind =
  | 'away'
  | 'denied'
  | 'unprepared'
  | 'overloaded'
  | 'full'
  | 'damaged'
  | 'timeout'
  | 'rejected'
  | 'unreadable'
  | 'failed'

/** Thrown by {@link Store.query}. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly kind: StoreErrorKind

  constructor(kind: StoreErrorKind, cause: unknown) {
    super(`the store did not answer (${kind})`, { cause })
    this.kind = kind
  }
}

/** @see https://github.com/ClickHouse/ClickHouse/blob/master/src/Common/ErrorCodes.cpp */
const KIND_OF_CODE = new Map<string, StoreErrorKind>(
  Object.entries({
    192: 'denied', // UNKNOWN_USER
    193: 'denied', // WRONG_PASSWORD
    194: 'denied', // REQUIRED_PASSWORD
    497: 'denied', // ACCESS_DENIED
    516: 'denied', // AUTHENTICATION_FAILED
    16: 'unprepared', // NO_SUCH_COLUMN_IN_TABLE
    60: 'unprepared', // UNKNOWN_TABLE
    81: 'unprepared', // UNKNOWN_DATABASE
    75: 'full', // CANNOT_WRITE_TO_FILE_DESCRIPTOR
    243: 'full', // NOT_ENOUGH_SPACE
    33: 'damaged', // CANNOT_READ_ALL_DATA
    40: 'damaged', // CHECKSUM_DOESNT_MATCH
    74: 'damaged', // CANNOT_READ_FROM_FILE_DESCRIPTOR
    107: 'damaged', // FILE_DOESNT_EXIST
    226: 'damaged', // NO_FILE_IN_DATA_PART
    246: 'damaged', // CORRUPTED_DATA
    271: 'damaged', // CANNOT_DECOMPRESS
    432: 'damaged', // UNKNOWN_CODEC
    158: 'overloaded', // TOO_MANY_ROWS
    202: 'overloaded', // TOO_MANY_SIMULTANEOUS_QUERIES
    241: 'overloaded', // MEMORY_LIMIT_EXCEEDED
    307: 'overloaded', // TOO_MANY_BYTES
    396: 'overloaded', // TOO_MANY_ROWS_OR_BYTES
    439: 'overloaded', // CANNOT_SCHEDULE_TASK
    159: 'timeout', // TIMEOUT_EXCEEDED
    160: 'timeout', // TOO_SLOW
    209: 'away', // SOCKET_TIMEOUT
    210: 'away', // NETWORK_ERROR
    279: 'away', // ALL_CONNECTION_TRIES_FAILED
    26: 'rejected', // CANNOT_PARSE_QUOTED_STRING
    27: 'rejected', // CANNOT_PARSE_INPUT_ASSERTION_FAILED
    36: 'rejected', // BAD_ARGUMENTS
    42: 'rejected', // NUMBER_OF_ARGUMENTS_DOESNT_MATCH
    43: 'rejected', // ILLEGAL_TYPE_OF_ARGUMENT
    46: 'rejected', // UNKNOWN_FUNCTION
    47: 'rejected', // UNKNOWN_IDENTIFIER
    48: 'rejected', // NOT_IMPLEMENTED
    53: 'rejected', // TYPE_MISMATCH
    62: 'rejected', // SYNTAX_ERROR
    70: 'rejected', // CANNOT_CONVERT_TYPE
    72: 'rejected', // CANNOT_PARSE_NUMBER
    427: 'rejected', // CANNOT_COMPILE_REGEXP
    115: 'rejected', // UNKNOWN_SETTING
    164: 'rejected', // READONLY
    184: 'rejected', // ILLEGAL_AGGREGATION
    215: 'rejected', // NOT_AN_AGGREGATE
    386: 'rejected', // NO_COMMON_TYPE
    456: 'rejected', // UNKNOWN_QUERY_PARAMETER
    457: 'rejected', // BAD_QUERY_PARAMETER
  } as const),
)

/** READONLY and SETTING_CONSTRAINT_VIOLATION. */
const SETTING_REFUSED = new Set(['164', '452'])

/** True when the user may not change settings. */
export function isSettingChangeDenied(error: unknown): boolean {
  return error instanceof ClickHouseError && SETTING_REFUSED.has(error.code)
}

/** True for an invalid RE2 pattern typed by a user. */
export function isInvalidPatternError(error: unknown): boolean {
  return error instanceof StoreError && error.cause instanceof ClickHouseError && error.cause.code === '427'
}

/** Maps an error of the client by its code, never by its text. */
export function toStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error
  if (error instanceof ClickHouseError) return new StoreError(KIND_OF_CODE.get(error.code) ?? 'failed', error)
  return new StoreError(isSystemError(error) ? 'away' : 'failed', error)
}

/** As {@link toStoreError}; a read-only user gets READONLY. */
export function toInsertError(error: unknown): StoreError {
  return isReadonly(error) ? new StoreError('denied', error) : toStoreError(error)
}

const isReadonly = (error: unknown) => error instanceof ClickHouseError && error.code === '164'

/** Connection errors such as ECONNREFUSED and ENOTFOUND have a code; no other error of the client does. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
}
