/** Hands a file to the person, under a name. */
export function saveBlob(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The download has begun by then; its bytes are the browser's.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
