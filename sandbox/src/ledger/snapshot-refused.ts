/** A snapshot file cannot be loaded. The message is one sentence that names the file and the reason. */
export class SnapshotRefused extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'SnapshotRefused';
  }
}
