/** Deletes up to a thousand files of a folder; says whether there are more. */
export async function deleteFiles(files: R2Bucket, folder: string): Promise<boolean> {
  const { objects, truncated } = await files.list({ prefix: folder });
  if (objects.length > 0) await files.delete(objects.map(({ key }) => key));
  return truncated;
}
