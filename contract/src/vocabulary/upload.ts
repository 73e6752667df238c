/** Screens S0: the uses of a customer's file. Each has its types and limits (`limits/uploads.ts`). */
export const uploadPurposes = ['evidence', 'recipients', 'attachment'] as const
export type UploadPurpose = (typeof uploadPurposes)[number]

/** The types that the server recognises by content, each with the name that people know and its file extensions. */
export const fileTypes = {
  'image/jpeg': { name: 'JPG', extensions: ['jpg', 'jpeg'] },
  'image/png': { name: 'PNG', extensions: ['png'] },
  'image/gif': { name: 'GIF', extensions: ['gif'] },
  'application/pdf': { name: 'PDF', extensions: ['pdf'] },
  'text/csv': { name: 'CSV', extensions: ['csv', 'txt'] },
  'text/plain': { name: 'TXT', extensions: ['txt', 'csv', 'log'] },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { name: 'XLSX', extensions: ['xlsx'] },
} as const
export type FileType = keyof typeof fileTypes
