/** Here, so that it is found in this folder's node_modules by a file that is not. */
export * from '@sentry/react-router'
