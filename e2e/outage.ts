/** The server's answer while its database cannot be reached. */
export const outage = {
  status: 503,
  headers: { 'retry-after': '1' },
  json: { error: { code: 'unavailable', message: 'Temporarily unavailable.', side: 'us', requestId: 'req-77' } },
} as const
