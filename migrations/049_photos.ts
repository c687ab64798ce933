import type { Knex } from 'knex'

/**
 * The bytes of a photo, and what its file was called, are a record of `files.files`, as of every other uploaded file: a photo is the
 * row that has it. Nothing could be uploaded before, so a photo that stands has no file, and goes.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from iot.photos;
    alter table iot.photos
      drop column blob_file_name,
      drop column original_file_name,
      add column version integer not null default 1;
    drop index iot.photos_of_container;
    create index photos_of_container on iot.photos (container_id, created_at desc, id desc);
    comment on table iot.photos is 'A photo of a container; its file is in files.files, folder photos.';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table iot.photos
      drop column version,
      add column blob_file_name text constraint photos_blob unique,
      add column original_file_name text;
    update iot.photos photo set blob_file_name = file.blob_name, original_file_name = file.original_name
      from files.files file where file.folder = 'photos' and file.owner_id = photo.id;
    delete from iot.photos where blob_file_name is null;
    delete from files.files where folder = 'photos';
    alter table iot.photos alter column blob_file_name set not null, alter column original_file_name set not null;
    drop index iot.photos_of_container;
    create index photos_of_container on iot.photos (container_id, created_at);
    comment on table iot.photos is null;
  `)
}
